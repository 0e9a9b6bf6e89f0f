// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title FarcasterIds
/// @notice Stands in for Farcaster's id registry on a local chain: anybody may say which address holds a number.
contract FarcasterIds {
    mapping(address owner => uint256 fid) public idOf;
    mapping(uint256 fid => address owner) public custodyOf;

    function place(uint256 fid, address owner) external {
        delete idOf[custodyOf[fid]];
        idOf[owner] = fid;
        custodyOf[fid] = owner;
    }
}
