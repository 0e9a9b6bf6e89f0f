// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SwapPair} from "./SwapPair.sol";

/// @title SwapFactory
/// @notice Makes the pools of local chains, one for two tokens, with the interface of Uniswap v2's factory.
contract SwapFactory {
    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    error PairExists();
    error SameToken();

    mapping(address => mapping(address => address)) public getPair;
    address[] public allPairs;

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        if (tokenA == tokenB || tokenA == address(0) || tokenB == address(0)) revert SameToken();
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        if (getPair[token0][token1] != address(0)) revert PairExists();
        pair = address(new SwapPair{salt: keccak256(abi.encodePacked(token0, token1))}(token0, token1));
        getPair[token0][token1] = pair;
        getPair[token1][token0] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }
}
