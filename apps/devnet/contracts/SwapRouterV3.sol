// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SwapFactory} from "./SwapFactory.sol";
import {SwapFactoryV3} from "./SwapFactoryV3.sol";
import {SwapPair} from "./SwapPair.sol";
import {SwapPath} from "./SwapPath.sol";
import {SwapPoolV3} from "./SwapPoolV3.sol";
import {WrappedEther} from "./WrappedEther.sol";

/// @title SwapRouterV3
/// @notice Swaps along pools of local chains of both kinds, with the calls of Uniswap's SwapRouter02 that sell an exact amount: an
/// amount of 0 is what the router holds, and the receivers 1 and 2 are the sender and the router.
contract SwapRouterV3 {
    using SafeERC20 for IERC20;

    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    error Expired();
    error InvalidPath();
    error PoolMissing();
    error TooLittle();
    error TransferRefused();

    address public immutable factory;
    address public immutable factoryV2;
    address payable public immutable WETH9;

    constructor(address factory_, address factoryV2_, address payable weth_) {
        factory = factory_;
        factoryV2 = factoryV2_;
        WETH9 = weth_;
    }

    receive() external payable {
        if (msg.sender != WETH9) revert TransferRefused();
    }

    function multicall(uint256 deadline, bytes[] calldata data) external payable returns (bytes[] memory) {
        if (deadline < block.timestamp) revert Expired();
        return multicall(data);
    }

    function multicall(bytes[] calldata data) public payable returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 at = 0; at < data.length; at++) {
            (bool done, bytes memory result) = address(this).delegatecall(data[at]);
            if (!done) {
                assembly ("memory-safe") {
                    revert(add(result, 32), mload(result))
                }
            }
            results[at] = result;
        }
    }

    function exactInput(ExactInputParams calldata params) external payable returns (uint256 amountOut) {
        uint256 hops = SwapPath.count(params.path);
        (address from,,) = SwapPath.pool(params.path, 0);
        amountOut = params.amountIn;
        address payer = msg.sender;
        if (amountOut == 0) (amountOut, payer) = (IERC20(from).balanceOf(address(this)), address(this));
        for (uint256 at = 0; at < hops; at++) {
            (address paid, address given, uint24 fee) = SwapPath.pool(params.path, at);
            address receiver = at + 1 < hops ? address(this) : _receiver(params.recipient);
            amountOut = _swap(SwapHop(paid, given, fee, payer), receiver, amountOut, 0);
            payer = address(this);
        }
        if (amountOut < params.amountOutMinimum) revert TooLittle();
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256 amountOut) {
        (uint256 amountIn, address payer) = (params.amountIn, msg.sender);
        if (amountIn == 0) (amountIn, payer) = (IERC20(params.tokenIn).balanceOf(address(this)), address(this));
        SwapHop memory hop = SwapHop(params.tokenIn, params.tokenOut, params.fee, payer);
        amountOut = _swap(hop, _receiver(params.recipient), amountIn, params.sqrtPriceLimitX96);
        if (amountOut < params.amountOutMinimum) revert TooLittle();
    }

    /// @notice Swaps along pools of the v2 kind; what arrives is what counts.
    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to)
        external
        payable
        returns (uint256 amountOut)
    {
        if (path.length < 2) revert InvalidPath();
        address payer = msg.sender;
        if (amountIn == 0) (amountIn, payer) = (IERC20(path[0]).balanceOf(address(this)), address(this));
        _pay(path[0], payer, _pair(path[0], path[1]), amountIn);
        to = _receiver(to);
        IERC20 last = IERC20(path[path.length - 1]);
        uint256 before = last.balanceOf(to);
        for (uint256 at = 0; at + 1 < path.length; at++) {
            _swapPair(path[at], path[at + 1], at + 2 < path.length ? _pair(path[at + 1], path[at + 2]) : to);
        }
        amountOut = last.balanceOf(to) - before;
        if (amountOut < amountOutMin) revert TooLittle();
    }

    function wrapETH(uint256 value) external payable {
        WrappedEther(WETH9).deposit{value: value}();
    }

    function unwrapWETH9(uint256 amountMinimum, address recipient) external payable {
        uint256 held = IERC20(WETH9).balanceOf(address(this));
        if (held < amountMinimum) revert TooLittle();
        WrappedEther(WETH9).withdraw(held);
        (bool sent,) = recipient.call{value: held}("");
        if (!sent) revert TransferRefused();
    }

    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) public payable {
        IERC20Permit(token).permit(msg.sender, address(this), value, deadline, v, r, s);
    }

    /// @notice A permit that somebody else has brought already is passed over.
    function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        payable
    {
        if (IERC20(token).allowance(msg.sender, address(this)) < value) selfPermit(token, value, deadline, v, r, s);
    }

    /// @notice Called by a pool that has paid out; data say who pays it.
    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external {
        SwapHop memory hop = abi.decode(data, (SwapHop));
        if (msg.sender != SwapFactoryV3(factory).getPool(hop.from, hop.into, hop.fee)) revert PoolMissing();
        _pay(hop.from, hop.payer, msg.sender, uint256(amount0Delta > 0 ? amount0Delta : amount1Delta));
    }

    struct SwapHop {
        address from;
        address into;
        uint24 fee;
        address payer;
    }

    function _swap(SwapHop memory hop, address receiver, uint256 amountIn, uint160 limit) private returns (uint256) {
        address pool = SwapFactoryV3(factory).getPool(hop.from, hop.into, hop.fee);
        if (pool == address(0)) revert PoolMissing();
        bool zeroForOne = hop.from < hop.into;
        if (limit == 0 && !zeroForOne) limit = type(uint160).max;
        (int256 amount0, int256 amount1) =
            SwapPoolV3(pool).swap(receiver, zeroForOne, int256(amountIn), limit, abi.encode(hop));
        return uint256(-(zeroForOne ? amount1 : amount0));
    }

    function _swapPair(address from, address into, address receiver) private {
        address pair = _pair(from, into);
        (uint256 reserve0, uint256 reserve1,) = SwapPair(pair).getReserves();
        (uint256 reserveIn, uint256 reserveOut) = from < into ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 taken = (IERC20(from).balanceOf(pair) - reserveIn) * 997;
        uint256 amountOut = taken * reserveOut / (reserveIn * 1000 + taken);
        (uint256 amount0Out, uint256 amount1Out) = from < into ? (uint256(0), amountOut) : (amountOut, uint256(0));
        SwapPair(pair).swap(amount0Out, amount1Out, receiver, "");
    }

    function _pair(address tokenA, address tokenB) private view returns (address pair) {
        pair = SwapFactory(factoryV2).getPair(tokenA, tokenB);
        if (pair == address(0)) revert PoolMissing();
    }

    function _pay(address token, address payer, address receiver, uint256 amount) private {
        if (token == WETH9 && address(this).balance >= amount) {
            WrappedEther(WETH9).deposit{value: amount}();
            IERC20(token).safeTransfer(receiver, amount);
        } else if (payer == address(this)) {
            IERC20(token).safeTransfer(receiver, amount);
        } else {
            IERC20(token).safeTransferFrom(payer, receiver, amount);
        }
    }

    function _receiver(address named) private view returns (address) {
        if (named == address(1)) return msg.sender;
        return named == address(2) ? address(this) : named;
    }
}
